/*
 * Who decides between the others should be none of them: a judge or an orchestrator that has the harness or the model
 * of a side is likely to prefer what it would have written itself (`seat.independence`, a warning: nobody is kept from
 * it). What is unknown is like nothing, and two
 * people are two. The same harness with another model is shown, and not warned of. Pure.
 */
#ifndef VALIDATORS_KIT_INDEPENDENCE_H
#define VALIDATORS_KIT_INDEPENDENCE_H

#include "validators/kit/format.h"

extern const struct rule independence_rule;

/* Each seat that whoever decides is like: a sentence without a full stop, and whether it is warned of. Nothing in a
 * format where nobody decides, nor before whoever does has joined. */
void independence_each(const struct format *f, const struct context *ctx,
	void (*each)(void *arg, bool warned, const char *sentence), void *arg);
/* The warnings alone, as format.warnings tells them. */
void independence_warnings(const struct format *f, const struct context *ctx,
	void (*each)(void *arg, const char *text), void *arg);
/* Append them all, for a prompt. */
void independence_put(const struct format *f, const struct context *ctx, UT_string *out);

#endif
