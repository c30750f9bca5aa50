"""Source text, syntax trees and function objects, and the ways between them."""
