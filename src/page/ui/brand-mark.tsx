/** The logo beside the product's name, scaled with it. */
export function BrandMark({ sizeRem }: { sizeRem: number }) {
  return (
    <svg width={`${sizeRem}rem`} height={`${sizeRem}rem`} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M13.5 2 5 13.5h6L9.5 22 19 9.5h-6.5z" fill="currentColor" />
    </svg>
  )
}
