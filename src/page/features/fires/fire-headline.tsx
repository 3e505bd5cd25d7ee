import { useTranslation } from 'react-i18next'
import { countText } from '../../../core/util/format.ts'
import { FIRE_AGE_TICKS, fireAgeColours } from '../../../core/weather/fire-ramp.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import { Headline } from '../../ui/headline.tsx'
import { RampLegend } from '../../ui/legend.tsx'
import { useFires } from './use-fires.ts'
import './words.ts'

addWords(import.meta.glob('../../../locales/*/fires-wall.json', { eager: true, import: 'default' }))

export default function FireHeadline() {
  const { t } = useTranslation('fires')
  const { t: own } = useTranslation('fires-wall')
  const theme = usePage((state) => state.theme)
  const { age } = useFormat()
  const { wanted, loaded, fires } = useFires()
  const newestMs = fires.reduce((newest, fire) => Math.max(newest, fire.detectedAtMs), 0)
  const isPart = loaded.length < wanted.length
  const newestAge = useOfNow((nowMs) => age(nowMs - newestMs))
  const newest = newestMs > 0 ? own('newest', { age: newestAge }) : ''
  return (
    <Headline
      name={t('hazard.fires', { ns: 'page' })}
      value={loaded.length > 0 ? countText(fires.length) : '–'}
      unit={own('unit')}
      state={isPart ? own('cells', { loaded: loaded.length, count: wanted.length }) : newest}
      tone={isPart ? 'warn' : 'neutral'}
    >
      <RampLegend
        label={own('age')}
        colours={fireAgeColours(theme)}
        ticks={FIRE_AGE_TICKS.map((tick, i) => (i === 0 ? tick : tick.replace(' h', '')))}
      />
    </Headline>
  )
}
