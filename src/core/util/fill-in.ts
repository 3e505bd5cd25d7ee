import { displayText } from '../../contract/display-text.ts'

/** Replaces placeholders, `{{place}}`; missing values become empty. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => displayText(String(values[name] ?? '')))
}
