import { useTranslation } from 'react-i18next'
import { clockText, countText, dateText, numberText, positionText } from '../../core/format.ts'
import { type HeldStrike, KEPT_MS } from '../../core/strike-columns.ts'
import { useContract } from '../../shell/contract-context.ts'
import { quantityText, useFormat } from '../../shell/format.ts'
import type { PanelProps } from '../../shell/overlay.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useNow } from '../../shell/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import { CopyButton } from './copy-button.tsx'
import { StrikeGlyph } from './strike-glyph.tsx'
import { parseStrikeId, type StrikeName } from './strike-id.ts'
import { strikeSourceOf } from './strike-source.ts'
import { strikeText } from './strike-text.ts'

const POLARITY_WORD = { '-1': 'negative', '0': 'unknown', '1': 'positive' } as const
const POSITION_DIGITS = 5

/** All that is known of one strike. */
export default function StrikePanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('lightning')
  const name = parseStrikeId(id)
  return name ? (
    <NamedStrike name={name} onClose={onClose} />
  ) : (
    <Panel title={t('card.title')} label={t('card.title')} closeLabel={t('card.close')} onClose={onClose}>
      <Notice tone="warn" title={t('card.notAStrike')} detail={t('card.notAStrikeDetail', { id })} />
    </Panel>
  )
}

function NamedStrike({ name, onClose }: { name: StrikeName; onClose(): void }) {
  const { t } = useTranslation('lightning')
  const source = strikeSourceOf(useContract())
  const nowMs = useNow()
  const { age } = useFormat()
  const strike = source.held(name, useShownStrikes().columns)
  const place = positionText(name.lat, name.lon, POSITION_DIGITS)
  return (
    <Panel
      title={t('card.title')}
      subtitle={place}
      label={t('card.title')}
      actions={strike ? <CopyButton text={strikeText(strike)} /> : null}
      closeLabel={t('card.close')}
      onClose={onClose}
    >
      {strike ? (
        <StrikeFacts strike={strike} ageText={age(nowMs - strike.timeMs)} />
      ) : (
        <Notice
          title={t('card.gone')}
          detail={t('card.goneDetail', {
            hours: KEPT_MS / 3_600_000,
            time: instant(name.timeMs, 'UTC', 'UTC'),
            position: place,
          })}
        />
      )}
    </Panel>
  )
}

function StrikeFacts({ strike, ageText }: { strike: HeldStrike; ageText: string }) {
  const { t } = useTranslation('lightning')
  const { zone, zoneName, height } = useFormat()
  const { timeMs, polarity, altitudeM, arrivedAtMs, mdsNs, mcgDeg, status, region, isBest, records } = strike
  const altitude = height(altitudeM)
  return (
    <>
      <Section title={t('card.when')} note={t('card.ago', { age: ageText })}>
        <StatGrid>
          <Stat label={t('card.utc')} value={milliseconds(timeMs, 'UTC')} note={`${dateText(timeMs, 'UTC')} UTC`} />
          <Stat label={zoneName} value={milliseconds(timeMs, zone)} note={`${dateText(timeMs, zone)} ${zoneName}`} />
          <Stat
            label={t('card.delay')}
            value={numberText(arrivedAtMs === null ? null : (arrivedAtMs - timeMs) / 1_000, 2)}
            unit={arrivedAtMs === null ? undefined : 's'}
          />
        </StatGrid>
      </Section>
      <Section title={t('card.quality')}>
        <StatGrid>
          <Stat
            label={t('card.polarity')}
            value={
              <>
                <StrikeGlyph polarity={polarity} /> {t(POLARITY_WORD[`${polarity}`])}
              </>
            }
            note={polarity === 0 ? t('card.polarityNote') : undefined}
          />
          <Stat label={t('card.altitude')} value={altitude.value} unit={altitude.unit} />
          <Stat
            label={t('card.mds')}
            value={mdsNs === null ? '–' : countText(mdsNs)}
            unit="ns"
            note={t('card.mdsNote')}
          />
          <Stat
            label={t('card.mcg')}
            value={quantityText({ value: numberText(mcgDeg, 0), unit: '°' })}
            note={t('card.mcgNote')}
          />
          <Stat
            label={t('card.records')}
            value={countText(records)}
            note={records === 1 ? undefined : t(isBest ? 'card.recordsNote' : 'card.recordsOther')}
          />
          <Stat label={t('card.status')} value={status ?? '–'} />
          <Stat label={t('card.region')} value={region ?? '–'} />
        </StatGrid>
      </Section>
    </>
  )
}

function milliseconds(ms: number, zone: string): string {
  return `${clockText(ms, zone, true)}.${String(Math.floor(ms) % 1_000).padStart(3, '0')}`
}

function instant(ms: number, zone: string, zoneName: string): string {
  return `${dateText(ms, zone)} ${milliseconds(ms, zone)} ${zoneName}`
}
