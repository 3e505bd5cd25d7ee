/** A thin space in Chinese becomes a blank behind Latin letters, digits and brackets, and nothing behind Chinese ones. */
export function withoutThinSpaces(text: string): string {
  return text.replace(/([\w)])\u2009/g, '$1 ').replaceAll('\u2009', '')
}
