/** A loop: `/\/+$/` has quadratic time on a text with many slashes elsewhere. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
