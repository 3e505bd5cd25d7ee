import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Cover } from '../../../desk/cover.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { Panel } from '../../../ui/panel.tsx'
import { WhyNotNote } from '../acknowledge-form.tsx'
import { useLog, type View } from '../log-store.ts'
import { StopForm } from '../stops/stop-forms.tsx'
import { StopList, useStops, whyNoStops } from '../stops/stop-list.tsx'
import { ViewChoice } from '../view-choice.tsx'
import { Changes } from './changes.tsx'
import { Channels } from './channels.tsx'
import { ListState } from './list-state.tsx'
import { Load } from './load.tsx'
import { Notes } from './notes.tsx'
import { Reports } from './reports.tsx'
import { Snoozes } from './snoozes.tsx'

addWords(import.meta.glob('../../../../locales/*/{stop,shift}.json', { eager: true, import: 'default' }))

type ShiftView = Exclude<View, 'log' | 'places'>
const VIEWS: Record<ShiftView, ComponentType> = {
  notes: Notes,
  stops: Stops,
  snoozes: Snoozes,
  changes: Changes,
  reports: Reports,
  load: Load,
  channels: Channels,
}

export default function ShiftPanel({ view }: { view: ShiftView }) {
  const { t } = useTranslation('shift')
  const close = () => useLog.getState().show(null)
  const View = VIEWS[view]
  return (
    <Cover onClose={close}>
      <Panel title={t(`title.${view}`)} label={t(`title.${view}`)} closeLabel={t('close')} onClose={close}>
        <ViewChoice shown={view} />
        <View />
      </Panel>
    </Cover>
  )
}

function Stops() {
  const { t } = useTranslation('stop')
  const rights = useRights()
  const { stops, isError } = useStops()
  const why = rights ? whyNoStops(rights) : null
  const mayStop = rights !== undefined && why === null
  return (
    <>
      <p className="faint">{t('what')}</p>
      <WhyNotNote to="stop" why={why} />
      {mayStop ? <StopForm signedIn={rights.name} /> : null}
      <ListState list={stops} isError={isError} label={t('title')} lines={4} none={t('none')} />
      {stops && stops.length > 0 ? <StopList stops={stops} rights={mayStop ? rights : null} isNamed /> : null}
    </>
  )
}
