import { type ReactNode, Suspense } from 'react'
import { usePageWords } from '../i18n/use-page-words.ts'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

interface PartBoundaryProps {
  /** Shown while the part loads. */
  loading?: ReactNode
  children: ReactNode
}

/** Around a lazily loaded part: says that it failed, in its place, and leaves the others as they are. */
export function PartBoundary({ loading, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary fallback={(retry) => <Failed retry={retry} />}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Failed({ retry }: { retry(): void }) {
  const t = usePageWords()
  return <Notice tone="bad" title={t('panelFailed')} action={{ label: t('retry'), onClick: retry }} />
}

/** Around one of the map's tools, which have room for a button alone. */
export function ToolBoundary({ children }: { children: ReactNode }) {
  const t = usePageWords()
  return (
    <ErrorBoundary fallback={(retry) => <IconButton label={t('panelFailed')} icon="!" onClick={retry} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
