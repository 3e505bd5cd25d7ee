import { useTranslation } from 'react-i18next'
import { Loading, Notice } from '../../../ui/notice.tsx'

interface ListStateProps {
  list: readonly unknown[] | undefined
  isError: boolean
  /** What is loading, and how many lines it takes. */
  label: string
  lines: number
  /** Text of an empty list. */
  none?: string
}

/** Above a list of the server: that it loads, may be outdated, or is empty. */
export function ListState({ list, isError, label, lines, none }: ListStateProps) {
  const { t } = useTranslation('shift')
  return (
    <>
      {isError ? <Notice tone="warn" title={t('notHad')} /> : null}
      {list || isError ? null : <Loading label={label} lines={lines} />}
      {none && list?.length === 0 ? <p className="faint">{none}</p> : null}
    </>
  )
}
