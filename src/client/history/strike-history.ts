import { API_PATHS } from '../../contract/api-paths.ts'
import { minuteBucket, type StrikeRecord } from '../../contract/lightning.ts'
import { COLUMNS_TYPE, type StrikesHead, strikesHeadSchema, TEN_MINUTES_PATH } from '../../contract/strike-history.ts'
import type { Box } from '../../core/geo/geo.ts'
import { recordsOf } from '../../core/strikes/strike-block.ts'
import { type Frame, readBlock, readFrames } from '../../core/strikes/strike-chunks.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import { ContractError } from '../http/contract-api.ts'
import { exchangeBody, statusError } from '../http/exchange.ts'
import type { Environment } from '../session/environment.ts'
import { boxText } from './box-text.ts'

const TIMEOUT_MS = MINUTE_MS
const NAME = `GET ${API_PATHS.strikes}`
const PIECE_MS = 10 * MINUTE_MS
/** A server seals a minute a quarter of an hour after its end; earlier responses must not be cached. */
const FINAL_AFTER_MS = 16 * MINUTE_MS

/** A period of the past. */
export interface HistoryPart {
  /** Strikes in time order, some thousands per piece, parsed lazily. Rejects with `ContractError`. */
  pieces(): AsyncGenerator<StrikeRecord[], void, void>
  /** Unobserved or deleted parts of the period. */
  notObserved: Span[]
  /** End of the response, Unix ms: the present, if the period ends later. */
  toMs: number
}

/** Stored strikes of our server. */
export interface StrikeHistory {
  /**
   * Strikes by time, worldwide or in `box`; aligned ten-minute slices are downloaded once. Rejects with
   * `ContractError`, or with the signal's reason.
   */
  read(period: Span, signal: AbortSignal, box?: Box): Promise<HistoryPart>
}

/** The history of the server at `baseUrl`. */
export function createStrikeHistory(options: {
  environment: Pick<Environment, 'clock' | 'fetch'>
  baseUrl: string
  credential(): Promise<string>
  dropCredential(refused: string): void
}): StrikeHistory {
  const { environment, baseUrl, credential, dropCredential } = options

  async function ask(path: string, cache: RequestCache, signal: AbortSignal, mayRenew = true): Promise<Frame[]> {
    const token = await credential()
    const init = { cache, headers: { accept: COLUMNS_TYPE, authorization: `Bearer ${token}` } }
    const how = { timeoutMs: TIMEOUT_MS, name: NAME, signal }
    const { status, bytes } = await exchangeBody(environment, baseUrl + path, init, how, async (response) => ({
      bytes: new Uint8Array(await response.arrayBuffer()),
    }))
    if ((status === 401 || status === 403) && mayRenew) {
      dropCredential(token)
      return ask(path, cache, signal, false)
    }
    if (status !== 200) throw statusError(status, NAME, null)
    return framesOf(bytes)
  }

  /** Ten-minute slices have their own URL: once sealed, they are cached by browsers and proxies. */
  async function askFinal(fromMs: number, signal: AbortSignal): Promise<Frame[] | null> {
    try {
      return await ask(`${TEN_MINUTES_PATH}/${minuteBucket(fromMs)}`, 'default', signal)
    } catch (error) {
      if (error instanceof ContractError && error.status === 404) return null // past its retention
      throw error
    }
  }

  async function framesOfPeriod(period: Span, box: Box | undefined, signal: AbortSignal): Promise<Frame[]> {
    const { fromMs, toMs } = period
    const isPiece = !box && fromMs % PIECE_MS === 0 && toMs - fromMs === PIECE_MS
    const final = isPiece && toMs < environment.clock.now() - FINAL_AFTER_MS ? await askFinal(fromMs, signal) : null
    return final ?? ask(`${API_PATHS.strikes}?${queryOf(period, box)}`, 'no-store', signal)
  }

  return {
    async read(period, signal, box) {
      const [head, ...frames] = await framesOfPeriod(period, box, signal)
      const { notObserved, toMs } = readHead(head!)
      return {
        pieces: () => piecesOf(frames),
        notObserved: notObserved.map(([fromMs, toMs]) => ({ fromMs, toMs })),
        toMs,
      }
    },
  }
}

function queryOf({ fromMs, toMs }: Span, box: Box | undefined): string {
  const period = `from=${Math.floor(fromMs)}&to=${Math.ceil(toMs)}`
  if (!box) return period
  return `${period}&bbox=${boxText(box)}`
}

/** Throws for a truncated response: the last frame marks the end. */
function framesOf(bytes: Uint8Array): Frame[] {
  let frames: Frame[] = []
  try {
    frames = readFrames(bytes)
  } catch {
    throw unreadable()
  }
  if (frames[0]?.kind !== 'head' || frames.at(-1)?.kind !== 'end') throw unreadable()
  return frames
}

function readHead({ body }: Frame): StrikesHead {
  try {
    return strikesHeadSchema.parse(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    throw unreadable()
  }
}

async function* piecesOf(frames: readonly Frame[]): AsyncGenerator<StrikeRecord[], void, void> {
  for (const frame of frames) if (frame.kind === 'strikes') yield await readPiece(frame)
}

async function readPiece({ packing, body }: Frame): Promise<StrikeRecord[]> {
  try {
    return recordsOf(readBlock(packing === 'plain' ? body : await inflate(body)), { exact: false })
  } catch {
    throw unreadable()
  }
}

async function inflate(body: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([body as Uint8Array<ArrayBuffer>]).stream()
  const stream = packed.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function unreadable(): ContractError {
  return new ContractError('unavailable', `${NAME}: the response is unreadable`, 200)
}
