/** Minimal types of Lighthouse, so that types are checked without its package. */

interface TraceEvent {
  name: string
  ts: number
  args: { data?: { isMainFrame?: boolean; nodeName?: string } }
}

interface LighthouseRun {
  lhr: {
    audits: Record<string, { title: string; score: number | null; numericValue?: number }>
    categories: Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
    runtimeError?: { code: string; message: string }
  }
  artifacts: { Trace: { traceEvents: readonly TraceEvent[] } }
}

declare module 'lighthouse' {
  export const desktopConfig: object

  export default function lighthouse(
    url: string,
    flags: object,
    config: object | undefined,
    page: import('puppeteer-core').Page,
  ): Promise<LighthouseRun | undefined>
}
