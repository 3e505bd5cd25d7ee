/** The bolt that stands beside the product's name. */
export function BrandMark({ sizePx }: { sizePx: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M13.5 2 5 13.5h6L9.5 22 19 9.5h-6.5z" fill="currentColor" />
    </svg>
  )
}
