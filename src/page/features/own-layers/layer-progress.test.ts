import { expect, it } from 'vitest'
import { LayerPartError } from '../../../client/layers/layer-access.ts'
import { readNoted, useLayerProgress, wantLayer } from './layer-progress.ts'

const PART = { bytes: new ArrayBuffer(1), asOfMs: 5, stale: false }
const of = (part: string, moment = '1') => ({ id: 'radar', moment, part, nowMs: () => 9 })
const progress = () => useLayerProgress.getState().radar

it('records successes and failures until a success', async () => {
  wantLayer('radar', '1')
  const failing = readNoted(of('a'), async () => {
    throw new LayerPartError('timeout')
  })
  expect(progress()).toMatchObject({ pending: 1 })
  await expect(failing).rejects.toThrow('timeout')
  expect(progress()).toMatchObject({ pending: 0, failures: { a: { problem: 'timeout', atMs: 9 } } })
  await readNoted(of('a'), async () => PART)
  await readNoted(of('b'), async () => ({ bytes: null, asOfMs: 3, stale: true }))
  expect(progress()).toMatchObject({ had: 2, empty: 1, asOfMs: 3, stale: true, failures: {} })
})

it('ignores results of a moment that is no longer requested', async () => {
  wantLayer('radar', '2')
  const late = readNoted(of('a', '2'), async () => PART)
  wantLayer('radar', '3')
  await late
  expect(progress()).toMatchObject({ moment: '3', pending: 0, had: 0 })
})

it('does not count an aborted request as a failure', async () => {
  wantLayer('radar', '4')
  const given = readNoted(of('a', '4'), async () => {
    throw new DOMException('moved on', 'AbortError')
  })
  await expect(given).rejects.toThrow('moved on')
  expect(progress()).toMatchObject({ pending: 0, failures: {} })
})
