import { useTranslation } from 'react-i18next'
import { chosenBy } from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { countText } from '../../../../core/util/format.ts'
import { useOutage } from '../../../desk/status/use-outage.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { knownCount } from '../../../live/strikes/known-share.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { useLightningLine } from '../../../live/use-line-state.ts'
import { usePage } from '../../../state/page-store.ts'
import { Headline } from '../../../ui/headline.tsx'
import { lightningFacts } from './lightning-facts.ts'
import LightningLegend from './lightning-legend.tsx'
import { isWhole, lightningStatus, type Phrase } from './lightning-status.ts'
import '../words.ts'

addWords(import.meta.glob('../../../../locales/*/lightning-wall.json', { eager: true, import: 'default' }))

export default function LightningHeadline() {
  const { t } = useTranslation('lightning')
  const { t: own } = useTranslation('lightning-wall')
  const connection = useServerConnection()
  const { strikes } = connection.live
  const windowMinutes = usePage((state) => state.windowMinutes)
  const lang = usePage((state) => state.lang)
  const choice = usePage((state) => state.strikeDisplay)
  const now = useNow()
  const facts = lightningFacts(connection, null, windowMinutes, choice)
  const status = lightningStatus(facts, lang)
  const say = ({ key, values }: Phrase) => t(key, values)
  const { kind, isFresh } = useLightningLine()
  const isSaidByBanner = useOutage() !== null
  const heard = connection.strikes.status().lastDataMs !== null
  const lastMinute = strikes.columns.countSince(now - MINUTE_MS, null, chosenBy(choice))
  const live = facts.count > 0 ? own('live', { strikes: countText(lastMinute) }) : say(status.headline)
  const state = kind === 'waiting-for-slot' ? own('waiting') : kind === 'live' ? live : say(status.headline)
  return (
    <Headline
      name={t('hazard.lightning', { ns: 'page' })}
      value={heard ? knownCount(facts.count, isWhole(facts) ? 'all' : 'part', countText) : '–'}
      unit={own(facts.counted, { count: facts.count, window: windowMinutes })}
      state={isSaidByBanner ? null : [state, ...status.afar.map(say)].join(own('comma'))}
      tone={status.tone}
      stale={!isFresh}
    >
      <LightningLegend />
    </Headline>
  )
}
