import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import scores from '../../../data/nowcast-scores.json' with { type: 'json' }

const document = readFileSync('docs/measured.md', 'utf8').replace(/\s+/g, ' ')

it('the scores on screen are those of the document', () => {
  const row = (of: (each: (typeof scores.events)[number]) => number, digits = 2) => {
    const values = scores.events.map(of)
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length
    return `| ${mean.toFixed(digits)} | ${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)} |`
  }
  expect(document).toContain(`of ${scores.events.length} events`)
  expect(document).toContain(`| CSI ${row(({ csi }) => csi)}`)
  expect(document).toContain(`| CSI of one motion for the box ${row(({ motionCsi }) => motionCsi)}`)
  expect(document).toContain(`| CSI of "lightning within 24 km" ${row(({ haloCsi }) => haloCsi)}`)
  expect(document).toContain(`| gain ${row(({ gain }) => gain, 3)}`)
  expect(document).toContain(`| calibration error ${row(({ calibrationError }) => calibrationError, 3)}`)
  expect(document).toContain(`| Brier skill ${row(({ brierSkill }) => brierSkill)}`)
  for (const { cases, withinPercent } of scores.arrivals)
    expect(document).toContain(`${withinPercent} % of ${cases.toLocaleString('en-US')}`)
})
