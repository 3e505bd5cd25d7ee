import { cutDisplayText } from '../../contract/display-text.ts'
import type { Problem } from '../../contract/problems.ts'
import type { PROBLEM_VALUES } from './problem-values.ts'

export type ProblemCode = keyof typeof PROBLEM_VALUES
export type ProblemValues<Code extends ProblemCode> = Record<(typeof PROBLEM_VALUES)[Code][number], string | number> & {
  received?: string | undefined
}
export type Where = Partial<Problem['where']>

export interface Fault<Code extends ProblemCode = ProblemCode> {
  code: Code
  values: Readonly<Record<string, string | number | undefined>>
}

/** Bound of displayed values: a file can contain texts of any length. */
const VALUE_MAX = 300
const RECEIVED_MAX = 80
/** Entries of a list or object shown in a received value. */
const SHOWN_ENTRIES = 6

/** A code with its values, not yet located. */
export function faultOf<Code extends ProblemCode>(
  code: Code,
  ...[values]: keyof ProblemValues<Code> extends 'received'
    ? [values?: ProblemValues<Code>]
    : [values: ProblemValues<Code>]
): Fault<Code> {
  return { code, values: values ?? {} }
}

/** A located fault, with every text cut to its displayed length. */
export function problemAt({ code, values }: Fault, where: Where = {}, detail: string | null = null): Problem {
  const shown = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, typeof value === 'number' ? value : cutDisplayText(value, VALUE_MAX)] as const]
  })
  const { entry = null, number = null, id = null, field = null } = where
  return {
    code,
    values: Object.fromEntries(shown),
    detail: detail && cutDisplayText(detail, VALUE_MAX),
    where: {
      entry,
      number,
      id: id && cutDisplayText(id, RECEIVED_MAX),
      field: field && cutDisplayText(field, RECEIVED_MAX),
    },
  }
}

function listed<T>(entries: readonly T[], shown: (entry: T) => string): string {
  return [...entries.slice(0, SHOWN_ENTRIES).map(shown), ...(entries.length > SHOWN_ENTRIES ? ['…'] : [])].join(', ')
}

/** A value as JSON, truncated; '' for a missing one. For files with secrets texts are hidden. */
export function receivedText(value: unknown, { hidesTexts = false } = {}): string {
  const shown = (inner: unknown, depth: number): string => {
    if (inner === undefined) return depth === 0 ? '' : 'null'
    if (typeof inner === 'string') return hidesTexts ? '"…"' : JSON.stringify(cutDisplayText(inner, RECEIVED_MAX))
    if (Array.isArray(inner)) {
      if (inner.length === 0) return '[]'
      if (depth > 1 || hidesTexts) return '[…]'
      return `[${listed(inner, (each) => shown(each, depth + 1))}]`
    }
    if (typeof inner === 'object' && inner !== null) {
      const entries = Object.entries(inner)
      if (entries.length === 0) return '{}'
      if (depth > 0 || hidesTexts) return '{…}'
      const shownEntry = ([name, each]: [string, unknown]) =>
        `${JSON.stringify(cutDisplayText(name, RECEIVED_MAX))}: ${shown(each, 2)}`
      return `{${listed(entries, shownEntry)}}`
    }
    return String(inner)
  }
  const text = shown(value, 0)
  return text.length > RECEIVED_MAX ? `${text.slice(0, RECEIVED_MAX).replace(/[\ud800-\udbff]$/, '')}…` : text
}
