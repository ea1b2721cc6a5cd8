import type Electron from 'electron'
import { Emitter, preventable } from '../strict.ts'

type Written = Pick<Electron.Notification, 'title' | 'body' | 'actions' | 'silent' | 'show' | 'close'>

export class StandInNotification extends Emitter implements Written {
  title: string
  body: string
  actions: Electron.NotificationAction[]
  silent: boolean

  static isSupported(): boolean {
    return true
  }

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super('Notification')
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.actions = options.actions ?? []
    this.silent = options.silent ?? false
  }
  show(): void {
    this.emit('show', preventable())
  }
  close(): void {
    this.emit('close', preventable())
  }
}
