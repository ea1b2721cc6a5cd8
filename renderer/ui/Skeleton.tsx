import './Skeleton.css'

interface Props {
  /** What is being read, for who listens. */
  text: string
  /** As many stand-ins as there is room for without anything moving when the real ones come. */
  count: number
  className: string
}

/** Stand-ins in the shape of what is being read: where it will stand is seen before it is there. */
export function Skeleton({ text, count, className }: Props) {
  return (
    <>
      <p className="hearable">{text}</p>
      <div className={className} aria-hidden="true">
        {Array.from({ length: count }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells one from the other
          <span key={nth} className="stand-in" />
        ))}
      </div>
    </>
  )
}

/** One line of text that is being read. */
export function SkeletonLine({ text }: { text: string }) {
  return (
    <>
      <span className="hearable">{text}</span>
      <span className="stand-in line" aria-hidden="true" />
    </>
  )
}
