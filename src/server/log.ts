import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Keys, tokens, and token parameters, wherever in a line they stand. */
const SECRETS = /\b(?:sk|ft)-[^\s"'\\&,;<>]+/g
const TOKEN_PARAMETERS = /([?&]token=)[^\s"'\\&]+/g

/**
 * JSON lines. Nothing in Brontide means to log a secret; what slips into an error's message all the same is blotted
 * out of the finished line.
 */
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

/** `text` with every key and token in it made unreadable. */
export function blotSecrets(text: string): string {
  return text.replace(TOKEN_PARAMETERS, '$1[secret]').replace(SECRETS, '[secret]')
}
