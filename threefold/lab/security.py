"""Who may ask. Other programs, other users and other web pages on this machine can reach a port of the loopback address too.

Every request must name this server as its Host (a name that an attacker points to 127.0.0.1 is refused), come from its own page
(Origin, Sec-Fetch-Site), and have the token: first in the link that was printed, then in a cookie or a header. The link is
answered by a redirection, so that the token stays in no address and in no Referer. Browsers send the cookies of one port to all
ports of a machine; so the page has a random path, and the cookie is for this path only.
"""

import hmac
import re
import secrets
from dataclasses import dataclass
from email.message import Message

HEADER = "X-Threefold-Token"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
NO_TOKEN = "the token is missing or wrong: open the link that threefold lab printed"


@dataclass(frozen=True)
class Access:
    """What this server expects of a request; the methods return a sentence where it is refused."""

    token: str
    page: str  # the path of the page
    port: int

    cookie = "threefold"

    @staticmethod
    def new(port: int) -> "Access":
        return Access(secrets.token_urlsafe(24), f"/{secrets.token_urlsafe(9)}/", port)

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    @property
    def set_cookie(self) -> str:
        return f"{self.cookie}={self.token}; Path={self.page}; HttpOnly; SameSite=Lax"

    def refusal(self, headers: Message) -> str | None:
        """Of a request whose token is not looked at yet."""
        hosts = (f"127.0.0.1:{self.port}", f"localhost:{self.port}")
        if headers.get("Host") not in hosts:
            return "this server has another name"
        if headers.get("Origin", f"http://{headers['Host']}") != f"http://{headers['Host']}":
            return "this request comes from another page"
        return None

    def cross_site(self, headers: Message) -> bool:
        """Browsers say where a request comes from; programs say nothing."""
        return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")

    def knows(self, headers: Message) -> bool:
        """In the header, or in one of the cookies: those that other servers of this machine have set are sent too."""
        cookies = (part.strip().partition("=") for part in headers.get("Cookie", "").split(";"))
        known = (value for name, _, value in cookies if name == self.cookie)
        return any(map(self.matches, (headers.get(HEADER, ""), *known)))

    def matches(self, token: str) -> bool:
        return bool(re.fullmatch(r"[\w-]+", token, re.ASCII)) and hmac.compare_digest(token, self.token)
