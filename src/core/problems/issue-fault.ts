import { type Fault, faultOf, type ProblemCode, receivedText } from './problem.ts'
import { PROBLEM_VALUES } from './problem-values.ts'

/** The used fields of a zod issue. */
export interface SchemaIssue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: string
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly values?: readonly unknown[]
  readonly keys?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

export interface IssueOptions {
  /** For files with secrets: no text of them is quoted, nor a name that may be a secret in the wrong place. */
  hidesTexts?: boolean
  /** Allowed settings of an entry. */
  settings?: readonly string[]
}

/** The first fault of a failed parse: code, field, and for a code without a message the library's text. */
export interface IssueFault {
  fault: Fault
  field: string | null
  detail: string | null
}

/**
 * Converts a zod issue to a fault. A schema names the code of a custom check as the message, or with values as `params:
 * { problem, …values }`.
 */
export function issueFault(issue: SchemaIssue, input: unknown, options: IssueOptions = {}): IssueFault {
  const { path, keys, message } = issue
  const unknown = issue.code === 'unrecognized_keys' ? keys?.[0] : undefined
  if (unknown !== undefined) {
    const allowed = (options.settings ?? []).join(', ')
    return { fault: faultOf('no-setting', { allowed }), field: fieldOf([...path, unknown], options), detail: null }
  }
  const value = valueAt(input, path)
  const isHidden = options.hidesTexts && typeof value === 'string'
  const { code, values } = sentenceOf(issue)
  return {
    fault: { code, values: { ...values, ...(!isHidden && { received: receivedText(value, options) }) } },
    field: path.length > 0 ? fieldOf(path, options) : null,
    detail: code === 'form' ? message : null,
  }
}

const PLAIN_NAME = /^(?!sk-)\w[\w-]{0,39}$/

function fieldOf(path: readonly PropertyKey[], { hidesTexts }: IssueOptions): string {
  return path.map((name) => (hidesTexts && !PLAIN_NAME.test(String(name)) ? '…' : String(name))).join('.')
}

function sentenceOf({ code, message, params, expected, origin, minimum, maximum, values }: SchemaIssue): Fault {
  if (params && isCode(params.problem)) {
    const { problem, ...rest } = params
    return { code: problem as ProblemCode, values: rest as Fault['values'] }
  }
  if (isCode(message)) return { code: message, values: {} }
  const isNumber = origin === 'number' || origin === 'int' || origin === 'bigint'
  const of = isNumber ? 'number' : origin === 'string' ? 'letters' : 'entries'
  if (code === 'invalid_type' && expected !== undefined) return faultOf('type', { type: TYPES[expected] ?? expected })
  if (code === 'too_small') {
    const least = Number(minimum)
    if (of !== 'number' && least === 1) return faultOf('not-empty')
    return of === 'number' ? faultOf('least', { least }) : faultOf(`${of}-least`, { least })
  }
  if (code === 'too_big') {
    const most = Number(maximum)
    return of === 'number' ? faultOf('most', { most }) : faultOf(`${of}-most`, { most })
  }
  if (code === 'invalid_value' && values) return faultOf('choice', { allowed: values.map(String).join(', ') })
  return faultOf('form')
}

/** zod's names of types. */
const TYPES: Partial<Record<string, string>> = { record: 'object', tuple: 'array' }

function isCode(text: unknown): text is ProblemCode {
  return typeof text === 'string' && Object.hasOwn(PROBLEM_VALUES, text)
}

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<PropertyKey, unknown>)[name]
        : undefined,
    input,
  )
}
