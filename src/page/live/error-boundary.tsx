import { Component, type ReactNode } from 'react'
import { messageOf } from '../../core/util/message-of.ts'

interface SurviveProps {
  /** Replacement of a failed component; `retry` mounts it again, `reason` is the error message. */
  fallback(retry: () => void, reason: string): ReactNode
  /** A change retries the component. */
  resetKey?: string
  children: ReactNode
}

interface SurviveState {
  /** Error message of the failed component; null while it works. */
  reason: string | null
  resetKey: string | undefined
}

const REASON_MAX = 300

function reasonOf(error: unknown): string {
  return messageOf(error).slice(0, REASON_MAX)
}

/** Keeps a part that throws from taking the page with it: each layer and each panel survives alone. */
export class ErrorBoundary extends Component<SurviveProps, SurviveState> {
  override state: SurviveState = { reason: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<SurviveState> {
    return { reason: reasonOf(error) }
  }

  static getDerivedStateFromProps(props: SurviveProps, state: SurviveState): SurviveState | null {
    return props.resetKey === state.resetKey ? null : { reason: null, resetKey: props.resetKey }
  }

  override render() {
    const { reason } = this.state
    return reason === null ? this.props.children : this.props.fallback(() => this.setState({ reason: null }), reason)
  }
}
