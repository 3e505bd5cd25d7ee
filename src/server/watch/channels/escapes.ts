/**
 * Escaping of external text, one function per output format. Control characters and line breaks have been removed
 * before (`displayText`).
 */

const FULL_WIDTH = 0xfee0

/** Slack reads mentions and links between `<` and `>` (https://docs.slack.dev/messaging/formatting-message-text). */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * A text run of an adaptive card is not Markdown. Some clients interpret it nevertheless: links are made ineffective
 * there, since escapes with `\\` are shown by some clients.
 */
export function teamsText(text: string): string {
  return text.replaceAll('](', '] (').replaceAll('<', '＜')
}

/**
 * Feishu interprets `<at user_id="all">`, other tags and `[text](link)` in plain text, WeCom `<@name>` and `<a href>`,
 * DingTalk `@name`, and none has escapes: the full-width forms of these characters (U+FF01 to U+FF5E) are inert.
 */
export function plainChatText(text: string): string {
  return text.replace(/[<>[\]@]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + FULL_WIDTH))
}

/** One level of an MQTT topic: `/`, `+`, `#` and control characters are percent-encoded; ids of places have none. */
export function topicLevel(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}
