import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Cover } from '../../../desk/cover.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useLog, type View } from '../log-store.ts'
import { Stops } from '../stops/stops.tsx'
import { ViewChoice } from '../view-choice.tsx'
import { Changes } from './changes.tsx'
import { Channels } from './channels.tsx'
import { Load } from './load.tsx'
import { Notes } from './notes.tsx'
import { Reports } from './reports.tsx'
import { shiftStrings } from './shift-strings.ts'
import { Snoozes } from './snoozes.tsx'

addWords('shift', shiftStrings)

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

/** Panel of the shift: handover, work stops, snoozes, changes, reports, and the load of alarms. */
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
