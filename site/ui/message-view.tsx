import type { ReactNode } from 'react';

interface MessageViewProps {
  readonly title: string;
  readonly text: string;
  /** The ways on, the likeliest first. */
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

/** A page that has nothing to show but a way on. */
export function MessageView({ title, text, links }: MessageViewProps): ReactNode {
  return (
    <div className="wrap message">
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="message-links">
        {links.map(({ href, label }, index) => (
          <a key={href} className={index === 0 ? 'button button-gold' : 'button'} href={href}>
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
