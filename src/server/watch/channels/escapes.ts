/**
 * What keeps the text of other people from being markup: one function for each format, by the rules of that format. Control
 * characters and line breaks are out of it by then (`displayText`).
 */

const FULL_WIDTH = 0xfee0

/** Slack reads mentions and links between `<` and `>` (https://docs.slack.dev/messaging/formatting-message-text). */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * A text run of an adaptive card is shown as it is, and nothing in it is Markdown. A client that takes it for Markdown all the same
 * finds no link: escapes by `\\` are shown by some clients and read by others.
 */
export function teamsText(text: string): string {
  return text.replaceAll('](', '] (').replaceAll('<', '＜')
}

/**
 * Feishu reads `<at user_id="all">`, other tags and `[text](link)` in plain texts, WeCom `<@name>` and `<a href>`, DingTalk `@name`, and
 * none of them has escapes: the full-width forms of these characters (U+FF01 to U+FF5E) are none of that.
 */
export function plainChatText(text: string): string {
  return text.replace(/[<>[\]@]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + FULL_WIDTH))
}

/** One level of an MQTT topic: `/`, `+`, `#` and control characters are percent-encoded; ids of places have none. */
export function topicLevel(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}
