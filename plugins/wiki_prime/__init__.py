"""What an agent is told when its session starts."""
