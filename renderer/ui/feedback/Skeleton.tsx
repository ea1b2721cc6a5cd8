import './Skeleton.css'

interface Props {
  /** What is being loaded, for screen readers. */
  text: string
  /** How many placeholders: as many as fit without a layout shift when the data arrives. */
  count: number
  className?: string
}

/** Placeholders in the shape of the data that is being loaded. */
export function Skeleton({ text, count, className = 'stand-in-rows' }: Props) {
  return (
    <>
      <p className="hearable">{text}</p>
      <div className={className} aria-hidden="true">
        {Array.from({ length: count }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
          <span key={nth} className="stand-in" />
        ))}
      </div>
    </>
  )
}

/** A placeholder for one line of text. */
export function SkeletonLine({ text }: { text: string }) {
  return (
    <>
      <span className="hearable">{text}</span>
      <span className="stand-in line" aria-hidden="true" />
    </>
  )
}
