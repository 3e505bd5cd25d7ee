import { displayText } from '../../contract/display-text.ts'

/** Puts values in place of their names, `{{place}}`; one that is not there leaves nothing. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => displayText(String(values[name] ?? '')))
}
