/** Nothing can be done here: what is true, and what to do elsewhere. The tally above says the rest. */
export function WordsScreen({ text }: { text: string }) {
  return (
    <div className="narrow">
      <p className="words card">{text}</p>
    </div>
  )
}
