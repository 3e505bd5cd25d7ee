/** What keeps the text of other people from being markup: one function for each format, by the rules of that format. */

/** One level of an MQTT topic: `/`, `+`, `#` and control characters are percent-encoded; ids of places have none. */
export function topicLevel(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}
