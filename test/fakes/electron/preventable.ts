/** An event of Electron's that can be prevented. */
export type Preventable<T extends object = object> = T & { preventDefault(): void; defaultPrevented: boolean }

export function preventable<T extends object>(more: T = {} as T): Preventable<T> {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
