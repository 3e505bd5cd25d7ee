/** A phrase that needs a second reading, and its plain form. */
type Mark = readonly [found: RegExp, plain: string]

const phrase = (text: string) => new RegExp(`\\b(?:${text.replaceAll(' ', '\\s+')})\\b`, 'i')

/** Phrases in unusual meanings; blanks match line breaks too. */
const PHRASES: readonly (readonly [found: string, plain: string])[] = [
  // Cluster
  ['(?:who|that|which|process|one|it) leads|leads no more|takes? the lead|time of leading', 'leader, lost leadership'],
  ['(?:in|a|the) spare|spares?(?= (?:line|socket|word))', 'warm standby'],
  ['(?:leader|lease|spare) words?', 'leader message, lease record, standby message'],
  ['ahead of the log', 'before commit'],
  ['pledges?|pledged', 'leader acknowledgement'],
  ['agree(?:s|d|ing)? anew', 'Raft re-election'],
  ['deaf', 'unresponsive'],
  ['engine (?:is )?gone|cut off from', 'NATS outage, partition'],
  ['where to be', 'placement'],
  ['lease is had', 'on lease acquisition'],
  ['takes? nothing|took nothing', 'append failed, refuses writes'],
  ['terms? of (?:its|a) lead', 'epoch'],
  // Pronouns without a noun
  ['whoever|whomever|whatever|whichever', 'the noun: any client, any value'],
  ['(?:to|for|of|by|from|with|than|as) whom?', 'the noun: the client, the viewer, the caller'],
  [
    'what (?:is|was|are|were|has|had|comes|came|goes|went|stands?|stood|lies|follows|remains|becomes|became|happens|waits)',
    'the noun: the pending records, the stored state',
  ],
  ['what (?:it|they|we|one|a|an|the|this|that|each|both|others?|of|else)', 'a noun, or a plain verb'],
  ['those of (?:them|which|whom)|which of (?:them|those)|of those|of whose', 'the noun'],
  ['of which|of whom', 'a second sentence'],
  ['(?:that|which|what|where|who|it) (?:is|are) none', 'invalid, missing'],
  ['(?:that|which|what) (?:is|are) no(?! longer)', 'is not a'],
  ['nobody|no one|somebody|someone|anybody|everybody', 'no process, a person, all viewers'],
  ['of (?:its|their|one.s|his|our|your) own', 'a separate one, its own'],
  ['(?:of|by) (?:itself|themselves)', 'automatically'],
  // Verbs in unusual meanings
  ['told|tells? (?:of|that|whether|how|when|which|it)|tell (?:of|it)', 'reported, sent, delivered, notified'],
  ['hears? (?:of|when|it|from)|(?:is|was|are|were|be|been) heard|unheard', 'receives, is notified'],
  ['(?:is|was|are|were|be|been) had|to be had|had already|can.t be had', 'available, loaded, known'],
  ['reckon(?:s|ed|ing|er)?', 'compute, estimate'],
  ['(?:go|goes|going|gone|went) by(?! (?:train|car))', 'uses, follows, is based on'],
  ['(?:go|goes|going|went) (?:on|out)', 'continues; is sent'],
  ['make(?:s)? up for|made up for|making up for', 'backfilled'],
  ['puts? right|put in order|put back', 'calibrated, corrected, set back'],
  ['mend(?:s|ed|ing)?', 'repair, fix'],
  [
    'stands? (?:in for|for itself|still|beside|behind|there|at|as|of|again|by)|as (?:it|they) stands?',
    'is, is live, remains',
  ],
  ['let(?:s|ting)? go (?:of|on)|let(?:s|ting)? in', 'release, delete; admit'],
  ['turn(?:s|ed|ing)? away', 'remove, refuse'],
  ['pass(?:es|ed)? over', 'skip'],
  ['looks? (?:after|through|again)|looked (?:after|at by|through|again)', 'monitor, check, scan'],
  ['(?:is|was|are|were|be) asked(?: for)?|asks? (?:for|again|anew)', 'request, query'],
  ['answers (?:whether|why|how|what|null|it|the|with)', 'returns'],
  ['the answer (?:stops|detaches|cancels|ends|takes)', 'the returned function'],
  ['sees? to it|seen to it', 'ensure, acknowledge'],
  ['falls? (?:away|silent)', 'is dropped; sends no data'],
  ['comes? to the same|hangs? together', 'is equivalent; is connected'],
  ['gives? way', 'is replaced'],
  // Adverbs and connectives
  ['by and by', 'in the background'],
  ['as it were', 'nothing'],
  ['all the same', 'nevertheless, still'],
  ['is no more|are no more|no more(?! than)|any more', 'no longer'],
  ['anew', 'again, recomputed'],
  ['of late|as yet|of now', 'recently, so far, current'],
  ['(?:after|for|since|within|until) so (?:long|many|much)', 'the value with its unit'],
  ['so many|so much of|so far as', 'the number, a share of'],
  ['but for', 'except'],
  ['in (?:its|their|the) stead', 'instead of it'],
  ['as far as', 'if, within'],
  ['once for all', 'shared'],
  ['for ever|ever so', 'permanently'],
  ['nought|nowhere(?! `)', 'zero; not in'],
  ['without a word|its word|word is taken', 'silently; its report'],
  ['(?:is|are|be) well(?: again)?(?! (?:known|below|above|within|located))', 'healthy, recovered'],
  ['a seam|without a seam', 'gap, seamless'],
]

export const MARKS: readonly Mark[] = PHRASES.map(([found, plain]) => [phrase(found), plain])

/** One expression for all marks: most texts have none. */
const ANY_MARK = phrase(PHRASES.map(([found]) => found).join('|'))

export const hasMark = (text: string) => ANY_MARK.test(text)

/** Hints for the marks in a text: the phrase and its plain form. */
export function marksIn(text: string): string[] {
  if (!hasMark(text)) return []
  return MARKS.flatMap(([found, plain]) => {
    const hit = found.exec(text)
    return hit ? [`"${hit[0].replace(/\s+/g, ' ')}" (write: ${plain})`] : []
  })
}
