import { useTranslation } from 'react-i18next'
import { ContractError } from '../../client/http/contract-api.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { Notice } from '../ui/notice.tsx'

export function RequestFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('page')
  const reason = error instanceof ContractError ? error.reason : 'unavailable'
  const message = messageOf(error)
  return (
    <Notice
      tone="warn"
      title={t(`ask.${reason}`)}
      detail={t(`askDetail.${reason}`)}
      raw={reason === 'bad-request' ? { label: t('technical'), text: message } : undefined}
      action={{ label: t('retry'), onClick: onRetry }}
    />
  )
}
