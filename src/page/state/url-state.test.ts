import { describe, expect, it } from 'vitest'
import { type PageState, usePage } from './page-store.ts'
import { readUrl, writeUrl } from './url-state.ts'

const Row = () => null
const overlays = [
  { id: 'lightning', defaultOn: true, Row, selection: { kind: 'strike', urlParam: 'strike', Panel: () => null } },
  { id: 'point', defaultOn: true, selection: { kind: 'point', urlParam: 'at', Panel: () => null } },
  { id: 'fires', defaultOn: true, Row },
  { id: 'airports', defaultOn: true, Row, selection: { kind: 'airport', urlParam: 'airport', Panel: () => null } },
]

function state(more: Partial<PageState> = {}): PageState {
  return { ...usePage.getInitialState(), overlaysOn: ['lightning', 'fires', 'airports'], ...more }
}

function split(url: string) {
  const { search, hash } = new URL(url, 'http://desk.test/')
  return { search, hash }
}

describe('the URL', () => {
  it('says only the view where everything else is at its default', () => {
    expect(writeUrl(state({ view: { zoom: 5, lat: 31.2, lon: 121.5 } }), overlays)).toBe('#5.00/31.200/121.500')
  })

  it('gives back every choice it was written from', () => {
    const chosen = state({
      view: { zoom: 9.25, lat: -31.2346, lon: 121.5432 },
      projection: 'globe',
      overlaysOn: ['lightning'],
      selection: { kind: 'airport', id: 'ZSPD' },
      windowMinutes: 60,
      strikeDisplay: { records: true, weak: 'hollow', palette: 'classic', density: false },
      shownAtMs: Date.UTC(2026, 6, 1, 8, 5, 9),
      theme: 'light',
      lang: 'zh',
      units: 'aviation',
      zone: 'Europe/Paris',
      rings: [1, 5, 9.26],
      ownRules: { ZSPD: { rings: [1, 5, 10], holdMinutes: 20 } },
      holdMinutes: 15,
      watched: ['ZSPD', 'ZBAA'],
      board: { open: true, sort: '-visibility', filter: '浦东 ts' },
    })
    const read = readUrl(split(writeUrl(chosen, overlays)), overlays)
    expect(read).toEqual({
      view: { zoom: 9.25, lat: -31.2346, lon: 121.5432 },
      projection: 'globe',
      overlaysOn: ['lightning'],
      selection: { kind: 'airport', id: 'ZSPD' },
      windowMinutes: 60,
      strikeDisplay: { records: true, weak: 'hollow', palette: 'classic', density: false },
      shownAtMs: Date.UTC(2026, 6, 1, 8, 5, 9),
      theme: 'light',
      lang: 'zh',
      units: 'aviation',
      zone: 'Europe/Paris',
      rings: [1, 5, 9.26],
      ownRules: { ZSPD: { rings: [1, 5, 10], holdMinutes: 20 } },
      holdMinutes: 15,
      watched: ['ZSPD', 'ZBAA'],
      board: { open: true, sort: '-visibility', filter: '浦东 ts' },
    })
  })

  it('names the shown moment as a UTC instant that a person can read, and nothing while live', () => {
    const url = writeUrl(state({ shownAtMs: Date.UTC(2026, 6, 1, 8, 5, 9) + 250 }), overlays)
    expect(url).toMatch(/^\?t=2026-07-01T08:05:09Z#/)
    expect(writeUrl(state(), overlays)).toMatch(/^#/)
    expect(readUrl({ search: '?t=2026-07-01T16:05:09%2B08:00', hash: '' }, overlays).shownAtMs).toBe(
      Date.UTC(2026, 6, 1, 8, 5, 9),
    )
  })

  it('has a wall show now, whatever moment the link was made at', () => {
    const read = readUrl({ search: '?kiosk&t=2026-07-01T08:05:09Z', hash: '' }, overlays)
    expect(read.wall).toBeDefined()
    expect(read.shownAtMs).toBeUndefined()
  })

  it('leaves out overlays that have no switch, and keeps what they select', () => {
    const chosen = state({ overlaysOn: ['fires', 'point'], selection: { kind: 'point', id: '25.5,120.2' } })
    const url = writeUrl(chosen, overlays)
    expect(url).toMatch(/^\?layers=fires&at=25.5,120.2#/)
    expect(readUrl(split(url), overlays).selection).toEqual({ kind: 'point', id: '25.5,120.2' })
  })

  it('opens the board with the worst first where the link names no order', () => {
    expect(readUrl({ search: '?board', hash: '' }, overlays).board).toEqual({ open: true, sort: 'urgency', filter: '' })
  })

  it('says that a wall sounds, and that the worst airports are hidden', () => {
    const url = writeUrl(state({ sound: true, worstShown: false }), overlays)
    expect(readUrl(split(url), overlays)).toMatchObject({ sound: true, worstShown: false })
    expect(writeUrl(state(), overlays)).not.toMatch(/sound|worst/)
  })

  it('reads codes of watched airports in any case, each once, and nothing else', () => {
    expect(readUrl({ search: '?watch=zspd,ZBAA,ZSPD,<b>', hash: '' }, overlays).watched).toEqual(['ZSPD', 'ZBAA'])
  })

  it('remembers that no layer is on', () => {
    expect(readUrl(split(writeUrl(state({ overlaysOn: [] }), overlays)), overlays).overlaysOn).toEqual([])
  })

  it.each(['#', '#1/2', '#a/b/c', '#5/91/0', '#5/0/181', '#99/0/0', '#//'])('has no view in %s', (hash) => {
    expect(readUrl({ search: '', hash }, overlays).view).toBeUndefined()
  })

  it('passes over layers, windows, zones and themes that do not exist', () => {
    const search =
      '?layers=lightning,volcanoes&window=7&t=yesterday&tz=Mars/Base&theme=pink&lang=xx&units=cubits&rings=9,3&hold=7'
    expect(readUrl({ search, hash: '' }, overlays)).toEqual({ overlaysOn: ['lightning'] })
  })
})
