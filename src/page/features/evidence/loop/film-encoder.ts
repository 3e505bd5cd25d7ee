import { ArrayBufferTarget, Muxer } from 'mp4-muxer'
import type { FrameSize, LoopEncoder, LoopFormat } from './loop-encoder.ts'
import { FRAME_MS } from './loop-plan.ts'

const LIMITS = { frames: 60, sidePx: 1_280 }
/** Bits a second: a loop of a few seconds has a few megabytes. */
const BITRATE = 5_000_000
/** Interval of key frames, at which players can start. */
const KEY_EVERY = 20
/** Maximum number of queued frames: each has some megabytes. */
const QUEUE_MAX = 6

/** The most portable codec first, then those of browsers without its licence. */
const CODECS = [
  { codec: 'avc1.640028', track: 'avc' },
  { codec: 'avc1.42e028', track: 'avc' },
  { codec: 'vp09.00.40.08', track: 'vp9' },
] as const
type Codec = (typeof CODECS)[number]

/** MP4 by the browser's encoder; null if unsupported. */
export async function filmFormat(): Promise<LoopFormat | null> {
  if (!('VideoEncoder' in globalThis)) return null
  const largest = { width: LIMITS.sidePx, height: LIMITS.sidePx }
  for (const codec of CODECS) {
    const answer = await VideoEncoder.isConfigSupported(configOf(codec, largest)).catch(() => null)
    if (answer?.supported) return { extension: 'mp4', limits: LIMITS, open: async (size) => openFilm(codec, size) }
  }
  return null
}

function configOf({ codec, track }: Codec, size: FrameSize): VideoEncoderConfig {
  return {
    codec,
    ...size,
    bitrate: BITRATE,
    framerate: 1_000 / FRAME_MS,
    ...(track === 'avc' ? { avc: { format: 'avc' } } : {}),
  }
}

function openFilm(codec: Codec, size: FrameSize): LoopEncoder {
  const target = new ArrayBufferTarget()
  const film = new Muxer({ target, video: { codec: codec.track, ...size }, fastStart: 'in-memory' })
  let failure: Error | null = null
  const encoder = new VideoEncoder({
    output: (chunk, meta) => film.addVideoChunk(chunk, meta),
    error: (error) => {
      failure = error
    },
  })
  encoder.configure(configOf(codec, size))
  let atMs = 0
  let frames = 0
  return {
    async add(picture, durationMs) {
      if (failure) throw failure
      const frame = new VideoFrame(picture, { timestamp: atMs * 1_000, duration: durationMs * 1_000 })
      encoder.encode(frame, { keyFrame: frames++ % KEY_EVERY === 0 })
      frame.close()
      atMs += durationMs
      if (encoder.encodeQueueSize > QUEUE_MAX) await encoder.flush()
    },
    async finish() {
      await encoder.flush()
      if (failure) throw failure
      film.finalize()
      return new Blob([target.buffer], { type: 'video/mp4' })
    },
    close() {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}
