import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { displayText, TEXT_MAX } from '../../../contract/display-text.ts'
import { TIME_OF_DAY } from '../../../contract/watch/places.ts'
import { titleOf } from './alarm-text.ts'
import { Busy } from './busy.ts'
import { channelKind, type Message } from './channel.ts'
import { connectTo, PATIENCE_MS, reasonOf, SIGN_IN_SETTINGS, signInProblem } from './reach.ts'

/** Default port by connection security. */
const PORTS = { implicit: 465, starttls: 587, none: 25 }
const ADDRESSES_MAX = 50
/** The server temporarily refuses, for example at its rate limit (RFC 5321, section 4.2.3). */
const NOT_AVAILABLE = 421
/** Suppresses automatic replies. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** A plain-text e-mail over SMTP. */
export const email = channelKind({
  kind: 'email',
  settings: {
    port: z.int().min(1).max(65_535).optional(),
    /** `none` is for servers in private networks: without encryption no password is sent. */
    tls: z.enum(['implicit', 'starttls', 'none']).default('implicit'),
    ...SIGN_IN_SETTINGS,
    from: z.string().max(TEXT_MAX).regex(/@/, 'mail-address'),
    dailyReport: z.string().max(5).regex(TIME_OF_DAY, 'time-of-day').optional(),
    to: z.array(z.string().max(TEXT_MAX).regex(/@/, 'mail-address')).min(1).max(ADDRESSES_MAX),
  },
  problemOf: signInProblem,
  redactedTarget: ({ host }) => host,
  open({ host, tls, ca, user, password, from, to, allowPrivate, port = PORTS[tls] }) {
    const transport = createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(user !== undefined && { auth: { user, pass: password } }),
      tls: { ...(ca !== undefined && { ca }) },
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      connectionTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket(_, done) {
        const connection = connectTo({ host, port, allowPrivate })
        once(connection, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
          () => done(null, { connection }),
          (error: Error) => {
            connection.destroy()
            done(error, false)
          },
        )
      },
    })
    const sent = async (mail: object) => {
      try {
        const { response, rejected } = await transport.sendMail({ from, to, ...mail })
        return rejected.length === 0 ? response : `${response}; refused: ${rejected.length} of ${to.length} addresses`
      } catch (error) {
        // A server's reply may repeat the message, so only its status code is shown.
        const { responseCode } = error as { responseCode?: number }
        const why = responseCode === undefined ? reasonOf(error as Error) : `SMTP server returned ${responseCode}`
        throw responseCode === NOT_AVAILABLE ? new Busy(why, null) : new Error(why)
      }
    }
    return {
      send: (message) => sent(mailOf(message, from)),
      mail: ({ id, subject, html, attachments }) =>
        sent({
          subject: displayText(subject),
          html,
          attachments,
          messageId: messageIdOf(id, from),
          headers: AUTOMATIC,
        }),
    }
  },
})

/**
 * Repeats of an alarm have the same Message-ID, so that most mail programs show it once. The mails of an incident refer
 * to one that was never sent, so that mail programs list them as one conversation (RFC 5322, section 3.6.4).
 */
function mailOf({ alarm, text, lang, repeatedMs }: Message, from: string) {
  const { id, place, ladder, incident } = alarm
  const isOfIncident = place && ladder && incident
  return {
    subject: titleOf(alarm, lang),
    text,
    messageId: messageIdOf(repeatedMs === undefined ? id : `${id} ${repeatedMs}`, from),
    ...(isOfIncident && { references: messageIdOf(`${place.id}/${ladder}/${incident}`, from) }),
    headers: { ...AUTOMATIC, 'X-Brontide-Alarm': id },
  }
}

function messageIdOf(id: string, from: string): string {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 32)
  const domain = from
    .split('@')
    .at(-1)!
    .replace(/[^\w.-]/g, '')
  return `<${name}@${domain}>`
}
