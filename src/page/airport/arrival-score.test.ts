import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import scores from '../../../data/nowcast-scores.json' with { type: 'json' }

const document = readFileSync('docs/nowcast.md', 'utf8')

it('the scores on screen are those of the document', () => {
  for (const each of scores.events) {
    const figures = [each.onsets, each.csi.toFixed(2), each.motionCsi.toFixed(2), each.haloCsi.toFixed(2)]
    const rest = [each.gain.toFixed(3), each.calibrationError.toFixed(3), each.brierSkill.toFixed(2)]
    const within = `${each.withinPercent} % of ${each.arrivals}`
    expect(document).toContain(`| ${[each.event, ...figures, ...rest, within].join(' | ')} |`)
  }
  const words = document.replace(/\s+/g, ' ')
  for (const { cases, withinPercent } of scores.arrivals) {
    expect(words).toContain(`${withinPercent} % of ${cases.toLocaleString('en-US')}`)
  }
})
