/**
 * A placeholder of content that is loading. It is hidden from screen readers, because the region around it announces
 * the loading. A span, because it also stands inside buttons and links.
 */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-md bg-line motion-reduce:animate-none ${className}`}
    />
  )
}

export function SkeletonRows({ count = 6, label }: { readonly count?: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2 py-2">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  )
}
