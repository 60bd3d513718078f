#!/usr/bin/env bats
# Debates in other languages than English (files.md, Any language), through the mount.
load lib

ZH=$BATS_TEST_DIRNAME/../corpus/socratic/languages/zh

chinese() {
	cp "$ZH/plan.md" "$W/plan.md"
	bare d
	printf 'source = "%s"\ntopic = "%s"\nmax_turns = 8\n' "$W/plan.md" "$(cat "$ZH/topic.txt")" >>"$D/config.toml"
	join_both
}

# `said_by NAME FILE`: the turn is accepted, without a warning.
said_by() {
	lock claim "$1"
	cat "$2" >"$D/participants/$1/check"
	has "$(cat "$D/participants/$1/check")" 'check: ok'
	lacks "$(cat "$D/participants/$1/check")" warning:
	append "$2"
	lock release "$1"
}

# `accepting N NAME PEER_TURN NOVEL CLAIM CONSENSUS`
accepting() {
	cat <<-TURN
		## Turn $1 —— $2（claude-code／opus）—— ACCEPTING_CONSENSUS

		**Position**：
		先在初中试行一年，用数据决定学校要不要禁止手机，再谈高中。

		**Counterpoints**
		- Addresses：Turn $3
		  Claim：$5
		  Support：
		    - plan.md#部署步骤：「第一阶段只在初中试行」

		**Agreements**
		- 试点一年。
		- U-1：settled，因为班主任可以批准例外

		**Novel Argument**
		$4

		Support：
		    - Turn $3：双方都提到了数据

		**Unresolved Items**
		- 由谁公布试点结果（non-blocking）。

		**Stance Revision Support**
		- Turn $3：它愿意先试行

		**Consensus**
		$6
	TURN
}

@test "a whole duel in Chinese, with full-width punctuation, ends with ACCEPTED_CONSENSUS" {
	chinese
	said_by alice "$ZH/1.md"
	said_by bob "$ZH/2.md"
	accepting ３ alice 2 '把试点的问卷交给学生会来设计，会问出老师想不到的问题，答卷的人也更愿意说真话。' '储物柜的钥匙没有写明由谁保管' '先在初中试行一年，再用数据决定要不要禁止手机。' >"$W/3.md"
	said_by alice "$W/3.md"
	accepting 4 bob 3 '学期末请家长到教室坐一节课，亲眼看见孩子抬起头来听讲，比任何统计表都更能说服他们。' '问卷之外还要看期末成绩的变化' 'Accepts：Turn ３' >"$W/4.md"
	lock claim bob
	append "$W/4.md"
	cat >"$W/conclusion.md" <<-'CONCLUSION'
		## Terminal Conclusion

		**Outcome**：ACCEPTED_CONSENSUS
		**Candidate Convergence：**yes
		**Reason**：双方同意先试行一年

		关于学校是否应该禁止使用手机，双方依据《plan.md》同意在初中试行一年，再看数据。

		**Consensus**
		先在初中试行一年，再用数据决定要不要禁止手机。
	CONCLUSION
	append "$W/conclusion.md"
	is "$(status state) $(status outcome)" 'completed ACCEPTED_CONSENSUS'
	is "$(status topic_slug)" 学校应该禁止手机吗
	is "$(find "$D/turns" -name '00[1-4]-*.md' | wc -l)" 4
	cmp "$ZH/1.md" "$D/turns/001-alice.md"
	eventually archived_as 学校应该禁止手机吗
}

archived_as() {
	[ -s "$STORE/archive/$(date -u +%F)-$1.md" ]
}

@test "a near copy of a Chinese argument is refused, and a turn on something else is warned of" {
	chinese
	said_by alice "$ZH/1.md"
	said_by bob "$ZH/2.md"
	lock claim alice
	sed 's/^一条天天有人违反.*/青少年总要学会管住自己，校门一关就把手机收走，等于把这门课推迟到没有老师的地方去上。/' "$ZH/3.md" >"$W/copy.md"
	refused EINVAL novel.repeat append "$W/copy.md"
	append "$ZH/drift.md"
	has "$(status warnings)" topic.drift
}

# shellcheck disable=SC2016 # Markdown
@test "what a Chinese text is refused for is told with the line, and what differs" {
	chinese
	lock claim alice
	sed -e 's/Claim：/主张：/' -e 's/「家长可以/「学生可以/' "$ZH/1.md" >"$W/bad.md"
	refused EINVAL counterpoint.claim append "$W/bad.md"
	has "$(newest_refusal)" 'says "主张：方案没有说明学生遇到急事时怎样直接联系家人", which begins with "主张" where `Claim` belongs'
	has "$(newest_refusal)" 'the source has no such words as "学生可以通过班主任联系学生"'
	sed -e 's/（blocking）/（阻断）/' "$ZH/1.md" >"$W/bad.md"
	refused EINVAL unresolved.flag append "$W/bad.md"
	has "$(newest_refusal)" '怎么办（阻断）" ends neither in `(blocking)`'
}

@test "the mount's guide and every prompt say once which words are fixed" {
	duel
	join_both
	for file in "$M/README.md" "$D/prompt.md" "$D/participants/alice/prompt.md"; do
		is "$(grep -c 'Write in any language: only the words that a blank has' "$file")" 1
	done
}
