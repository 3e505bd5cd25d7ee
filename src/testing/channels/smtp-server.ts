import { text as readAll } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { CERTIFICATE, KEY } from './certificate.ts'

export const SMTP_PASSWORD = 'the password of a mailbox'

interface Mail {
  from: string
  to: string[]
  text: string
  isEncrypted: boolean
}

/** A mail server that accepts all addresses except those that begin with "gone". */
export async function startSmtpServer(over: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    secure: true,
    ...over,
    onAuth({ username, password }, _, done) {
      const isRight = username === 'brontide' && password === SMTP_PASSWORD
      done(isRight ? null : new Error(`no such password: ${password}`), { user: username })
    },
    onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? new Error('no such mailbox') : undefined),
    onData(stream, { envelope, secure }, done) {
      void readAll(stream).then((text) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, isEncrypted: secure })
        done(null, 'queued as 4711')
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, port: (listening.address() as { port: number }).port }
}
