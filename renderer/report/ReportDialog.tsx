export default function ReportDialog(_: { onClose(): void }) {
  return null
}
