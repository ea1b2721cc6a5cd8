/** A source as text, for the client that is handed out. Vite puts it into the bundle. */
declare module '*?raw' {
  const text: string
  export default text
}
