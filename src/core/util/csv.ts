/** Rows as comma-separated values (RFC 4180). A byte order mark says UTF-8 to spreadsheets that would guess otherwise. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

/** What spreadsheets run instead of showing it; an apostrophe before it keeps it a text. */
const FORMULA = /^[=+\-@\t\r]/

function cellText(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && FORMULA.test(value) && !isNumber(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function isNumber(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?$/.test(text)
}
