#include "validators/kit/hearing.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

bool
hearing_begin(struct hearing *h, const struct heading_row *rows, size_t n, enum md_fault bearable)
{
	static const char *const open[] = {
		[MD_OPEN_FENCE] = "a code fence",
		[MD_OPEN_COMMENT] = "an HTML comment",
		[MD_OPEN_HTML] = "an HTML block",
	};
	struct md *md = &h->md;

	assert(h->out && (h->state || !h->ctx));
	h->s.text = h->s.text ? h->s.text : "";
	while (h->s.prefix && h->s.len && h->s.text[h->s.len - 1] != '\n')
		h->s.len--;
	md_parse(md, h->s.text, h->s.len);
	/* Openers may yet find their end in a text that goes on. */
	if (md->fault == MD_NESTING || (md->fault != MD_FINE && !h->s.prefix))
		HEARING_REPORT(h, &text_rules[TEXT_NESTING], md->fault_line, "%s", md_fault_sentences[md->fault]);
	if (md->fault != MD_FINE && md->fault != bearable)
		return false;
	h->opening = opening_find(md, h->s.text, h->s.len);
	h->heading = heading_open(rows, n, &h->opening);
	if (md->open)
		HEARING_REPORT(h, &text_rules[TEXT_OPEN], md->open_line, "%s is left open at the end of the text",
			open[md->open]);
	return true;
}

void
hearing_end(struct hearing *h)
{
	if (h->s.kept && h->md.text)
		md_keep(h->s.kept, &h->md, h->s.text, h->s.len);
	else
		md_free(&h->md);
}

struct draft *
hearing_draft(const struct hearing *h, enum entry_kind kind, json_t *data, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];

	assert(out->n <= VERDICT_DRAFTS && h->heading.row && !h->s.prefix);
	d->kind = kind;
	d->form = DRAFT_TEXT;
	d->body = record_text(h->s.text, h->s.len, h->opening.offset, &d->body_len);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	return d;
}
