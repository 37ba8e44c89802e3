walk
