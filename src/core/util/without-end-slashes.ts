/** Step by step: `/\/+$/` would look again from each slash of a text that has many of them elsewhere. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
