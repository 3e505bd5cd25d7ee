import { type Fault, faultOf, type ProblemCode, receivedText } from './problem.ts'
import { problemStrings } from './problem-strings.ts'

/** What of an issue of zod is read. */
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
  /** Of a file that holds secrets: no text of it is repeated. */
  hidesTexts?: boolean
  /** The settings that an entry may have. */
  settings?: readonly string[]
}

/** What a failed parse says first: the sentence, the field, and of a form that has no sentence the words of the library. */
export interface IssueFault {
  fault: Fault
  field: string | null
  detail: string | null
}

/**
 * The fault that an issue of zod is. A schema names the sentence of its own checks by its code: as the message, or where it
 * has values as `params: { problem, …values }`.
 */
export function issueFault(issue: SchemaIssue, input: unknown, options: IssueOptions = {}): IssueFault {
  const { path, keys, message } = issue
  const unknown = issue.code === 'unrecognized_keys' ? keys?.[0] : undefined
  if (unknown !== undefined) {
    const allowed = (options.settings ?? []).join(', ')
    return { fault: faultOf('no-setting', { allowed }), field: [...path, unknown].join('.'), detail: null }
  }
  const value = valueAt(input, path)
  const isHidden = options.hidesTexts && typeof value === 'string'
  const { code, values } = sentenceOf(issue)
  return {
    fault: { code, values: { ...values, ...(!isHidden && { received: receivedText(value, options) }) } },
    field: path.length > 0 ? path.join('.') : null,
    detail: code === 'form' ? message : null,
  }
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

/** Kinds of objects to zod. */
const TYPES: Partial<Record<string, string>> = { record: 'object', tuple: 'array' }

function isCode(text: unknown): text is ProblemCode {
  return typeof text === 'string' && Object.hasOwn(problemStrings.en.problem, text)
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
