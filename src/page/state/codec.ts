export type QueryParam = readonly [param: string, text: string]

/** Format of a value in a query. */
export interface Codec<Value> {
  /** Each name that it may use. */
  params: readonly string[]
  /** Undefined if the query has no valid value. */
  parse(query: URLSearchParams): Value | undefined
  /** The parameters parsed by `parse`; empty for a value without a form in the query. */
  format(value: Value): readonly QueryParam[]
  default: Value
}

export type Codecs<Fields> = { readonly [Field in keyof Fields]: Codec<Fields[Field]> }

interface OneParam<Value> {
  param: string
  parse(text: string): Value | undefined
  /** Null for a value without a form in the query. */
  format(value: Value): string | null
}

/** A value in a query as the text of one parameter. */
export function oneParam<Value>({ param, parse, format }: OneParam<Value>): Omit<Codec<Value>, 'default'> {
  return {
    params: [param],
    parse(query) {
      const text = query.get(param)
      return text === null ? undefined : parse(text)
    },
    format(value) {
      const text = format(value)
      return text === null ? [] : [[param, text]]
    },
  }
}

export function oneOf<Value extends string | number>(values: readonly Value[]): (text: string) => Value | undefined {
  return (text) => values.find((value) => String(value) === text)
}

/** The fields in a query; missing ones are absent. */
export function readFields<Fields extends object>(
  codecs: Partial<Codecs<Fields>>,
  query: URLSearchParams,
): Partial<Fields> {
  const read: Partial<Fields> = {}
  for (const field of fieldsOf(codecs)) {
    const value = codecs[field]?.parse(query)
    if (value !== undefined) read[field] = value
  }
  return read
}

/** The query of the fields; defaults are omitted. */
export function writeFields<Fields extends object>(codecs: Codecs<Fields>, fields: Fields): QueryParam[] {
  return fieldsOf(codecs).flatMap((field) => {
    const codec: Codec<Fields[keyof Fields]> = codecs[field]
    const said = codec.format(fields[field])
    return JSON.stringify(said) === JSON.stringify(codec.format(codec.default)) ? [] : said
  })
}

/** A readable query: separators of places, dates and times stay unescaped. */
export function queryText(said: readonly QueryParam[]): string {
  return said
    .map(([param, text]) => `${param}=${encodeURIComponent(text).replace(/%2C|%2F|%3A/g, decodeURIComponent)}`)
    .join('&')
}

export function defaultsOf<Fields extends object>(codecs: Codecs<Fields>): Fields {
  return Object.fromEntries(fieldsOf(codecs).map((field) => [field, codecs[field].default])) as Fields
}

export function fieldsOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[]
}
