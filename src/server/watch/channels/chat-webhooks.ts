import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { Busy } from './busy.ts'
import { channelKind, type Message, type Sender, type SenderDeps } from './channel.ts'
import { plainChatText, slackText, teamsText } from './escapes.ts'
import { type Outgoing, receiptOf, urlSchema } from './post.ts'

/** Chat webhooks: each has an address that contains a key, and its own message format. */

const redactedTarget = ({ url }: { url: string }) => new URL(url).host

/** `answered` throws if a response with status 200 reports a failure. */
function chatWebhook(
  { url, allowPrivate }: { url: string; allowPrivate: boolean },
  { post, clock }: SenderDeps,
  form: (message: Message) => { body: unknown; query?: Record<string, string> },
  answered: (text: string) => void = () => {},
): Sender {
  return {
    async send(message) {
      const { body, query = {} } = form(message)
      const address = new URL(url)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      const outgoing: Outgoing = { url: address.href, headers: {}, body: JSON.stringify(body), allowPrivate }
      const answer = await post(outgoing)
      const receipt = receiptOf(answer, clock.now())
      answered(answer.text)
      return receipt
    },
  }
}

/** Lines of a message, escaped except our own link. */
function linesOf({ text, alarm }: Message, escaped: (line: string) => string): string[] {
  return text.split('\n').map((line) => (line === alarm.link ? line : escaped(line)))
}

/** The body of WeCom and DingTalk. */
function textBody(lines: readonly string[]) {
  return { msgtype: 'text', text: { content: lines.join('\n') } }
}

/** A number, possibly as text; null otherwise. */
const code = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined)
const codeSchema = z.looseObject({ errcode: code, code, StatusCode: code })
/** Rate limit codes of WeCom, DingTalk and Feishu. */
const BUSY_CODES: readonly unknown[] = [45009, 130101, 660026, 9499, 11232]

/** WeCom, DingTalk and Feishu always respond with 200, and with code 0 on success. */
function mustBeCodeZero(text: string): void {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new Error('response is unreadable')
  }
  const { data } = codeSchema.safeParse(read)
  const said = data?.errcode ?? data?.code ?? data?.StatusCode
  if (said === 0) return
  const why = `receiver returned code ${said ?? 'none'}`
  throw BUSY_CODES.includes(said) ? new Busy(why, null) : new Error(why)
}

/** https://developer.work.weixin.qq.com/document/path/91770 */
export const wecom = channelKind({
  kind: 'wecom',
  settings: { url: urlSchema },
  redactedTarget,
  open: (settings, deps) =>
    chatWebhook(settings, deps, (message) => ({ body: textBody(linesOf(message, plainChatText)) }), mustBeCodeZero),
})

/** https://open.dingtalk.com/document/robots/custom-robot-access, signed if there is a secret. */
export const dingtalk = channelKind({
  kind: 'dingtalk',
  settings: { url: urlSchema, secret: z.string().min(8).max(TEXT_MAX).optional() },
  redactedTarget,
  open({ secret, ...settings }, deps) {
    const form = (message: Message) => {
      const body = textBody(linesOf(message, plainChatText))
      if (secret === undefined) return { body }
      const timestamp = String(Math.floor(deps.clock.now()))
      const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
      return { body, query: { timestamp, sign } }
    }
    return chatWebhook(settings, deps, form, mustBeCodeZero)
  },
})

/** https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot, signed if there is a secret. */
export const feishu = channelKind({
  kind: 'feishu',
  settings: { url: urlSchema, secret: z.string().min(8).max(TEXT_MAX).optional() },
  redactedTarget,
  open({ secret, ...settings }, deps) {
    const form = (message: Message) => {
      const body = { msg_type: 'text', content: { text: linesOf(message, plainChatText).join('\n') } }
      if (secret === undefined) return { body }
      const timestamp = String(Math.floor(deps.clock.now() / 1_000))
      // By Feishu's documentation the text is the HMAC key, and the signed content is empty.
      const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
      return { body: { timestamp, sign, ...body } }
    }
    return chatWebhook(settings, deps, form, mustBeCodeZero)
  },
})

/** Slack and Teams answer in plain words: a page, such as one to sign in, is that of another address. */
function mustBeNoPage(text: string): void {
  if (/^\s*<(!doctype|html)\b/i.test(text)) throw new Error('response is a web page, not that of a webhook')
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = channelKind({
  kind: 'slack',
  settings: { url: urlSchema },
  redactedTarget,
  open(settings, deps) {
    const plain = { mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false }
    return chatWebhook(settings, deps, ({ text }) => ({ body: { text: slackText(text), ...plain } }), mustBeNoPage)
  },
})

/** A Teams workflow that posts webhook content as an adaptive card. */
export const teams = channelKind({
  kind: 'teams',
  settings: { url: urlSchema },
  redactedTarget,
  open: (settings, deps) =>
    chatWebhook(
      settings,
      deps,
      (message) => {
        const { link } = message.alarm
        const lines = linesOf(message, teamsText).map((text) => {
          const opens = text === link ? { selectAction: { type: 'Action.OpenUrl', url: link } } : {}
          return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...opens }] }
        })
        const schema = 'http://adaptivecards.io/schemas/adaptive-card.json'
        const content = { $schema: schema, type: 'AdaptiveCard', version: '1.2', body: lines }
        const contentType = 'application/vnd.microsoft.card.adaptive'
        return { body: { type: 'message', attachments: [{ contentType, contentUrl: null, content }] } }
      },
      mustBeNoPage,
    ),
})
