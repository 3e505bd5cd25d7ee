import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Keys, tokens and token parameters anywhere in a line, except `sk-…` in a message that explains the format. */
const SECRETS = /\b(?:sk|ft)-[^\s"'\\&,;<>…]+/g
const TOKEN_PARAMETERS = /([?&]token=)[^\s"'\\&]+/g

/** JSON lines. No code logs secrets on purpose; a secret inside an error message is redacted from the finished line. */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['headers.authorization', 'req.headers.authorization', 'token', 'apiKey'],
      hooks: { streamWrite: blotSecrets },
    },
    destination,
  )
}

/** Redacts all keys and tokens in `text`. */
export function blotSecrets(text: string): string {
  return text.replace(TOKEN_PARAMETERS, '$1[secret]').replace(SECRETS, '[secret]')
}
