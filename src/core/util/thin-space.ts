/**
 * Thin spaces in Chinese become blanks after Latin letters, digits and brackets, and disappear after Chinese
 * characters.
 */
export function withoutThinSpaces(text: string): string {
  return text.replace(/([\w)])\u2009/g, '$1 ').replaceAll('\u2009', '')
}
