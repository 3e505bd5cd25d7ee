import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CATEGORIES } from '../../../core/metar/flight-category.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { Headline, Tally } from '../../ui/headline.tsx'
import { Legend, RampLegend } from '../../ui/legend.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import styles from './gallery.module.css'

addWords(import.meta.glob('../../../locales/*/{gallery,formats}.json', { eager: true, import: 'default' }))

const TONES: Tone[] = ['neutral', 'good', 'info', 'warn', 'bad', 'unknown']
const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'line', 'line-strong']
const INKS = ['text', 'text-muted', 'text-faint', 'accent', 'good', 'info', 'warn', 'bad', 'unknown']
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl']
const SPACES = [1, 2, 3, 4, 5]
const RAMP = ['#fff6d8', '#ffd166', '#f5a742', '#d97436', '#9384b7']
/** A moment that never changes, so that two pictures of this page are alike. */
const NOW_MS = Date.UTC(2026, 6, 1, 8, 5, 9)
const HOURS = Array.from({ length: 25 }, (_, hour) => NOW_MS - (24 - hour) * HOUR_MS)
const DEGREES = HOURS.map((_, hour) => (hour > 9 && hour < 13 ? null : 24 + 6 * Math.sin((hour / 24) * 2 * Math.PI)))
const nothing = () => {}

/** All components of the design in all their states on one page, for visual review. */
export default function Gallery() {
  const { t } = useTranslation('gallery')
  return (
    <main className={styles.gallery}>
      <h1>{t('title')}</h1>
      <Colours />
      <Numbers />
      <Controls />
      <Card title={t('notices')}>
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} title={t('notice')} detail={t('next')} />
        ))}
        <Notice tone="warn" title={t('notice')} action={{ label: t('plain'), onClick: nothing }} />
        <Loading label={t('loading')} lines={3} />
      </Card>
      <Drawings />
      <Card title={t('panel')}>
        <Panel
          title={t('panel')}
          subtitle={t('note')}
          label={t('panel')}
          closeLabel={t('plain')}
          onClose={nothing}
          actions={<Badge tone="warn">{t('words.warn')}</Badge>}
        >
          <Section title={t('section')} note={t('note')}>
            {t('text')}
          </Section>
          <Section title={t('loading')}>
            <Loading label={t('loading')} />
          </Section>
        </Panel>
      </Card>
      <Walls />
    </main>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

function Colours() {
  const { t } = useTranslation('gallery')
  return (
    <>
      <Card title={t('colours')}>
        <ul className={styles.swatches}>
          {SURFACES.map((name) => (
            <li key={name}>
              <span className={styles.swatch} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
        <ul className={styles.swatches}>
          {INKS.map((name) => (
            <li key={name} style={{ color: `var(--${name})` }}>
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('type')}>
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})` }}>
            {size} {t('typeSample')}
          </p>
        ))}
        <h3>{t('space')}</h3>
        {SPACES.map((step) => (
          <div key={step} className={styles.space} style={{ width: `calc(8 * var(--space-${step}))` }} />
        ))}
      </Card>
    </>
  )
}

/** A number with its unit, a time with its zone, an age: each in its standard form. */
function Numbers() {
  const { t } = useTranslation('gallery')
  const { windSpeed, temperature, utcDateTime, zoneTime, age } = useFormat()
  return (
    <Card title={t('numbers')}>
      <StatGrid>
        <Stat label={t('wind')} {...windSpeed(12.3)} note={t('gust', { gust: quantityText(windSpeed(19)) })} />
        <Stat label={t('temperature')} {...temperature(-3.4)} />
        <Stat label={t('temperature')} {...temperature(null)} note={t('missing')} />
        {TONES.slice(1).map((tone) => (
          <Stat key={tone} label={t(`words.${tone}`)} value="12" unit="m" tone={tone} />
        ))}
      </StatGrid>
      <StatGrid>
        <Stat label={t('observed')} value={utcDateTime(NOW_MS)} note={zoneTime(NOW_MS)} />
        {[4_000, 180_000, 3_900_000, 183_600_000].map((ms) => (
          <Stat key={ms} label={t('age')} value={t('ago', { age: age(ms) })} />
        ))}
      </StatGrid>
    </Card>
  )
}

function Controls() {
  const { t } = useTranslation('gallery')
  const [chosen, setChosen] = useState<Tone>('good')
  return (
    <>
      <Card title={t('badges')}>
        <div className={styles.line}>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {t(`words.${tone}`)}
            </Badge>
          ))}
        </div>
      </Card>
      <Card title={t('buttons')}>
        <div className={styles.line}>
          <Button onClick={nothing}>{t('plain')}</Button>
          <Button onClick={nothing} pressed>
            {t('held')}
          </Button>
          <Button onClick={nothing} disabled>
            {t('disabled')}
          </Button>
          <IconButton label={t('icon')} icon="+" onClick={nothing} />
          <IconButton label={t('held')} icon="+" onClick={nothing} pressed />
        </div>
        <Segmented<Tone>
          label={t('choice')}
          value={chosen}
          options={(['good', 'warn', 'bad'] as const).map((value) => ({ value, label: t(`words.${value}`) }))}
          onChange={setChosen}
        />
      </Card>
    </>
  )
}

function Drawings() {
  const { t } = useTranslation('gallery')
  const { utcTime } = useFormat()
  return (
    <>
      <Card title={t('legends')}>
        <RampLegend label={t('age')} colours={RAMP} ticks={['0', '10 s', '1 min', '5', '15', '30']} />
        <Legend
          label={t('category')}
          items={CATEGORIES.map((category) => ({
            swatch: <CategoryRing category={category} />,
            label: category.toUpperCase(),
          }))}
        />
      </Card>
      <Card title={t('charts')}>
        <Chart
          label={t('chart')}
          timesMs={HOURS}
          series={[
            { label: t('temperature'), unit: '°C', values: DEGREES, colour: 'var(--accent)', kind: 'area' },
            {
              label: t('missing'),
              unit: '°C',
              values: DEGREES.map((each) => each && each - 3),
              colour: 'var(--warn)',
              stroke: 'dashed',
            },
          ]}
          nowMs={NOW_MS - 2 * HOUR_MS}
          timeText={(ms) => utcTime(ms)}
          loadingLabel={t('loading')}
        />
      </Card>
    </>
  )
}

function Walls() {
  const { t } = useTranslation('gallery')
  return (
    <Card title={t('wall')}>
      <div className={styles.wall}>
        <Headline name={t('words.good')} value="12,345" unit={t('strikes')} state={t('live')} tone="good">
          <RampLegend label={t('age')} colours={RAMP} ticks={['0', '10 s', '1 min', '5', '15', '30']} />
        </Headline>
        <Headline name={t('words.bad')} value="8,210" unit={t('strikes')} state={t('silent')} tone="bad" stale>
          <Tally
            label={t('category')}
            items={CATEGORIES.map((category, i) => ({
              swatch: <CategoryRing category={category} />,
              label: category.toUpperCase(),
              count: 200 - 40 * i,
            }))}
          />
        </Headline>
      </div>
    </Card>
  )
}
