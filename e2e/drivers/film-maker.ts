import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** A decoded film: its number of pictures, and whether the last differs from the first. */
interface Decoded {
  frames: number
  sharesDiffering: number
}

/** Saves a film of the map, and checks it. */
export function createFilmMaker(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const take = page.getByRole('button', { name: /^Save the last \d+ min as a film$/ })
  const stop = page.getByRole('button', { name: 'Stop making the film' })

  return {
    desk,

    given: {
      opensTheMap: (address: string) => desk.open(address),
      /** As a browser is that can't encode films. */
      canMakeNoFilms: () => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder')),
    },

    when: {
      startsAFilm: () => take.click(),
      stops: () => stop.click(),
      async savesAFilm() {
        const downloading = page.waitForEvent('download')
        await take.click()
        const file = await downloading
        return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
      },
    },

    sees: {
      thatItIsBeingMade: () => expect(page.getByRole('progressbar', { name: 'Film: frames made' })).toBeVisible(),
      async thatItWasSaved() {
        await expect(page.getByText(/^Film saved: \d\d:\d\d UTC to \d\d:\d\d UTC, [\d.]+ MB$/)).toBeVisible()
        await expect(take).toBeVisible()
      },
      async thatItWasStopped() {
        await expect(page.getByText('Cancelled: no film saved')).toBeVisible()
        await expect(take).toBeVisible()
      },
      thatTheMapIsLive: () =>
        expect(desk.timeline.getByRole('slider', { name: 'Shown time' })).toHaveAttribute('aria-valuetext', /live/i),
    },

    /** Pictures of an MP4, by its table of their sizes and by a player. */
    async decodeFilm(bytes: Buffer): Promise<Decoded> {
      const table = bytes.indexOf('stsz')
      const frames = table < 0 ? 0 : bytes.readUInt32BE(table + 12)
      const player = await page.context().newPage()
      const sharesDiffering = await player.evaluate(playEnds, `data:video/mp4;base64,${bytes.toString('base64')}`)
      await player.close()
      return { frames, sharesDiffering }
    },

    /** Pictures of a GIF, by the browser's decoder. */
    decodeGif: (bytes: Buffer): Promise<Decoded> => page.evaluate(decodeEnds, bytes.toString('base64')),
  }
}

/** Runs in a page: how much of the first picture of a film differs from the last. */
async function playEnds(url: string): Promise<number> {
  const video = document.body.appendChild(document.createElement('video'))
  video.muted = true
  const failed = new Promise<never>((_, reject) => {
    video.onerror = () => reject(new Error(`The film can't be played: ${video.error?.message}`))
  })
  // The seek event precedes the display of the frame.
  const pixelsFrom = async (seconds: number) => {
    await new Promise<void>((resolve) => {
      const look = (_: number, { mediaTime }: { mediaTime: number }) =>
        mediaTime >= seconds ? resolve() : video.requestVideoFrameCallback(look)
      video.requestVideoFrameCallback(look)
      if (seconds > 0) video.currentTime = video.duration - 0.1
      else video.src = url
    })
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    const pen = canvas.getContext('2d')!
    pen.drawImage(video, 0, 0)
    return pen.getImageData(0, 0, canvas.width, canvas.height).data
  }
  const first = await Promise.race([pixelsFrom(0), failed])
  const last = await Promise.race([pixelsFrom(video.duration / 2), failed])
  const differing = first.filter((value, i) => Math.abs(value - last[i]!) > 40)
  return differing.length / first.length
}

/** Runs in a page: the same for animated images. */
async function decodeEnds(base64: string): Promise<{ frames: number; sharesDiffering: number }> {
  const data = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  const decoder = new ImageDecoder({ data, type: 'image/gif' })
  await Promise.all([decoder.tracks.ready, decoder.completed])
  const frames = decoder.tracks.selectedTrack?.frameCount ?? 0
  const pixelsOf = async (frameIndex: number) => {
    const { image } = await decoder.decode({ frameIndex })
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight)
    const pen = canvas.getContext('2d')!
    pen.drawImage(image, 0, 0)
    return pen.getImageData(0, 0, canvas.width, canvas.height).data
  }
  const first = await pixelsOf(0)
  const last = await pixelsOf(frames - 1)
  const differing = first.filter((value, i) => Math.abs(value - last[i]!) > 40)
  return { frames, sharesDiffering: differing.length / first.length }
}
