import { API_PATHS } from '../../contract/api-paths.ts'
import { type PageConfig, pageConfigSchema } from '../../contract/brontide.ts'
import { bodyOf, exchange, serverTimeOf, statusError } from '../http/exchange.ts'
import type { Environment } from './environment.ts'
import type { ServerTimeSample } from './server-clock.ts'

const TIMEOUT_MS = 5_000

/** Whether the server still has the build and configuration that the page came from. */
export type ServerCheck = { kind: 'same' } | { kind: 'changed'; to: string }

/**
 * Checks whether the server still has the page's build and configuration, by its configuration and the scripts of its
 * current page. Rejects if it does not respond.
 */
export function createServerCheck(deps: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  baseUrl: string
  /** Configuration when the page was opened. */
  config: PageConfig
  /** URLs of the page's scripts. */
  scripts: readonly string[]
  onServerDate(sample: ServerTimeSample): void
}): (timeoutMs?: number) => Promise<ServerCheck> {
  const { environment, baseUrl, scripts, onServerDate } = deps
  const opened = comparable(deps.config)

  async function ask(path: string, timeoutMs: number) {
    const how = { timeoutMs, name: `GET ${path}` }
    const answer = await exchange(environment, baseUrl + path, {}, how)
    if (answer.status !== 200) throw statusError(answer.status, how.name, null)
    return answer
  }

  return async (timeoutMs = TIMEOUT_MS) => {
    const [configured, page] = await Promise.all([ask(API_PATHS.config, timeoutMs), ask('/', timeoutMs)])
    const sample = serverTimeOf(configured)
    if (sample) onServerDate(sample)
    const config = pageConfigSchema.parse(await bodyOf(configured, JSON.parse))
    const isOurs = scripts.every((src) => page.text.includes(new URL(src).pathname))
    return isOurs && comparable(config) === opened ? { kind: 'same' } : { kind: 'changed', to: config.version }
  }
}

/** Configuration as text, without its time. */
function comparable({ now: _, ...config }: PageConfig): string {
  return JSON.stringify(config)
}
